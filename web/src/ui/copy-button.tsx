import { useEffect, useState } from 'preact/hooks';
import { announce } from './announcer.tsx';
import { Icon } from './icon.tsx';

/** Copies text; on plain HTTP, browsers offer only the deprecated API. */
const copy = async (text: string): Promise<void> => {
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(text);
  const area = document.createElement('textarea');
  area.value = text;
  area.className = 'off-screen';
  document.body.append(area);
  area.select();
  document.execCommand('copy');
  area.remove();
};

/** A copy button with feedback. Its accessible name contains the visible text. */
export const CopyButton = ({ text, label = text }: { text: string; label?: string }) => {
  const isWords = label !== text && /^[A-Za-z ]+$/.test(label);
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return undefined;
    const timer = setTimeout(() => setCopied(false), 1500);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const press = async (): Promise<void> => {
    await copy(text);
    setCopied(true);
    announce('Copied');
  };
  return (
    <button
      type="button"
      class="copyable"
      title={label === text ? 'Copy' : text}
      onClick={() => void press()}
    >
      <span class={isWords ? 'small' : 'mono'}>{label}</span>
      <span class="off-screen"> copy</span>
      <Icon name={isCopied ? 'check' : 'copy'} />
    </button>
  );
};

export const CodeBlock = ({ text, label }: { text: string; label: string }) => (
  <div class="code-block">
    {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable content must be reachable by keyboard */}
    <pre tabIndex={0} role="group" aria-label={label}>
      {text}
    </pre>
    <CopyButton text={text} label="Copy" />
  </div>
);
