import type { ReactNode } from 'react';

// Control characters but tab and line ends, and format characters: bidirectional controls, zero-width ones, the byte order mark, the tag block
// that hides whole sentences. None has a look of its own, and several change the look of what stands around them.
const INVISIBLE = /(?!\t|\r?\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/** A part of a text: plain, or one character that would not be seen. */
export interface TextPart {
  readonly text: string;
  /** `U+202E`; null = plain text. */
  readonly codePoint: string | null;
}

/** Splits a text at characters that cannot be seen. */
export function textParts(text: string): TextPart[] {
  const pieces = text.split(new RegExp(`(${INVISIBLE.source})`, 'u'));
  return pieces.filter((piece) => piece !== '').map((piece) => ({ text: piece, codePoint: codePointOf(piece) }));
}

function codePointOf(piece: string): string | null {
  if (!INVISIBLE.test(piece)) return null;
  return `U+${(piece.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`;
}

/**
 * Remembered text as what it is: text. Markup in it is drawn letter by letter, and characters that would colour, reverse or hide something
 * are named instead of obeyed.
 */
export function VisibleText({ children }: { readonly children: string }): ReactNode {
  if (!INVISIBLE.test(children)) return <bdi>{children}</bdi>;
  return (
    <bdi>
      {textParts(children).map(({ text, codePoint }, index) =>
        codePoint === null ? (
          text
        ) : (
          <span key={index} className="code-point" title="A character that cannot be seen">
            {codePoint}
          </span>
        ),
      )}
    </bdi>
  );
}
