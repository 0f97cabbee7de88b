import type { OpencodePart } from './opencode-message.ts';

/** What agents said last, by session. */
export interface Answers {
  /** A part of a message came or changed. */
  hear(sessionID: string, part: OpencodePart): void;
  /** The texts of the newest message, and forgets them; '' = there are none. */
  take(sessionID: string): string;
}

interface Answer {
  readonly messageID: string;
  readonly texts: Map<string, string>;
}

/** What stands before a tool call is a message of its own: the one that ends a turn is its answer. */
export function createAnswers(): Answers {
  const answers = new Map<string, Answer>();
  return {
    hear(sessionID, { type, id, messageID, text, synthetic, time }) {
      // A user's text has no end.
      const isWhole = type === 'text' && synthetic !== true && time?.end !== undefined;
      if (!isWhole || id === undefined || messageID === undefined || text === undefined) return;
      const known = answers.get(sessionID);
      const answer = known?.messageID === messageID ? known : { messageID, texts: new Map<string, string>() };
      answer.texts.set(id, text);
      answers.set(sessionID, answer);
    },
    take(sessionID) {
      const texts = answers.get(sessionID)?.texts.values() ?? [];
      answers.delete(sessionID);
      return [...texts].join('\n\n').trim();
    },
  };
}
