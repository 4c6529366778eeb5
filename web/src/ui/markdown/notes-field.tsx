import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { SegmentedControl, TextField } from '../field.tsx';
import { Markdown } from './markdown.tsx';
import { notesError } from './notes-error.ts';

const modes = [
  ['write', 'Write'],
  ['preview', 'Preview'],
] as const;

/** A notes editor with a preview. */
export const NotesField = ({
  label,
  help,
  value,
  onInput,
  rows,
}: {
  label: string;
  help: ComponentChildren;
  value: string;
  onInput: (notes: string) => void;
  rows: number;
}) => {
  const [mode, setMode] = useState<'write' | 'preview'>('write');
  return (
    <>
      <SegmentedControl label="Write or preview" options={modes} value={mode} onChange={setMode} />
      {mode === 'write' && (
        <TextField
          label={label}
          error={notesError(value)}
          help={help}
          isMono
          isProse
          rows={rows}
          value={value}
          placeholder="- Projects open three times faster"
          onInput={onInput}
        />
      )}
      {mode === 'preview' &&
        (value.trim() === '' ? <p class="quiet">Nothing to preview.</p> : <Markdown text={value} />)}
    </>
  );
};
