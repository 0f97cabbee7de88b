import { Check, Copy } from 'lucide-react';
import { useState, type ReactNode } from 'react';

const SHOWN_MS = 1500;

/** Puts a text on the clipboard. */
export function CopyButton({ text, label }: { readonly text: string; readonly label: string }): ReactNode {
  const [isDone, setDone] = useState(false);
  const copy = async (): Promise<void> => {
    await navigator.clipboard.writeText(text);
    setDone(true);
    setTimeout(() => setDone(false), SHOWN_MS);
  };
  return (
    <button
      type="button"
      className="icon-button icon-button-small"
      aria-label={label}
      title={label}
      onClick={() => void copy()}
    >
      {isDone ? <Check size={14} aria-hidden /> : <Copy size={14} aria-hidden />}
    </button>
  );
}
