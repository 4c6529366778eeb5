import { useMemo } from 'preact/hooks';
import { renderMarkdown } from './render.ts';

export const Markdown = ({ text }: { text: string }) => useMemo(() => renderMarkdown(text), [text]);
