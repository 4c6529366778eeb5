import { useRef, useState } from 'preact/hooks';
import { Button } from '../../ui/button.tsx';
import { CodeBlock } from '../../ui/copy-button.tsx';
import { addFiles } from '../../upload/add-files.ts';
import { type DroppedFile, readDroppedFiles, readSelectedFiles } from '../../upload/dropped-files.ts';

const Chooser = ({ isFolder, onFiles }: { isFolder: boolean; onFiles: (files: DroppedFile[]) => void }) => {
  const input = useRef<HTMLInputElement>(null);
  const take = (): void => {
    const files = input.current?.files;
    if (files) onFiles(readSelectedFiles(files));
    // Reset the input, so that choosing the same files again fires a change event.
    if (input.current) input.current.value = '';
  };
  return (
    <>
      <input
        ref={input}
        class="off-screen"
        type="file"
        multiple
        tabIndex={-1}
        aria-hidden="true"
        data-chooser={isFolder ? 'folder' : 'files'}
        {...(isFolder ? { webkitdirectory: true } : {})}
        onChange={take}
      />
      <Button onPress={() => input.current?.click()}>{isFolder ? 'Choose folder' : 'Choose files'}</Button>
    </>
  );
};

export const DropZone = ({
  app,
  isEmpty,
  reason,
}: {
  app: string;
  isEmpty: boolean;
  reason: string | undefined;
}) => {
  const [isOver, setOver] = useState(false);
  const add = (files: DroppedFile[]): void => void addFiles(app, files);
  const drop = (event: DragEvent): void => {
    event.preventDefault();
    setOver(false);
    if (event.dataTransfer && reason === undefined) void readDroppedFiles(event.dataTransfer).then(add);
  };
  const over = (event: DragEvent): void => {
    event.preventDefault();
    setOver(true);
  };
  if (reason !== undefined) return <p class="padded quiet">{reason}</p>;
  return (
    <div
      class={`drop-zone ${isOver ? 'over' : ''} ${isEmpty ? '' : 'slim'}`}
      role="group"
      aria-label="Drop files here"
      onDragOver={over}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <p>
        <strong>{isEmpty ? 'Drop your build folder or files here' : 'Add more files'}</strong>
      </p>
      <div class="pickers">
        <Chooser isFolder={false} onFiles={add} />
        <Chooser isFolder onFiles={add} />
      </div>
      {isEmpty && (
        <p class="small quiet">Platform, version, and signatures (.sig) are detected automatically.</p>
      )}
      {isEmpty && (
        <div class="command">
          <p class="small quiet">Or run this in the build folder:</p>
          <CodeBlock text={`slipway publish --app ${app}`} label="Publish with the CLI" />
        </div>
      )}
    </div>
  );
};
