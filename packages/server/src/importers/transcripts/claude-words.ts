import { contentText } from './transcript.ts';

/** What a user message begins with when no user wrote it: commands and their output, interruptions, a summary after a compaction. */
export const NOT_TYPED =
  /^\s*(?:<(?:command-\w+|local-command-\w+|bash-\w+|task-notification|system-reminder|system_notification)|caveat: the messages below|\[request interrupted|this session is being continued from a previous)/iu;

/** What the client puts in front of what was typed, mostly as a part of its own: hints of an IDE, reminders. */
const ADDED = /^\s*(?:<(ide_\w+|system-reminder)>[\s\S]*?<\/\1>\s*)+/iu;

/** What a user typed of a message's content; '' when it was the client's. */
export function typedText(content: unknown): string {
  const parts: readonly unknown[] = Array.isArray(content) ? content : [content];
  const texts = parts.map((part) => contentText(part).replace(ADDED, '')).filter((text) => text.trim() !== '');
  const text = texts.join('\n');
  return NOT_TYPED.test(text) ? '' : text;
}

/** A call that was refused, or that the user broke off, says nothing about what it would have done. */
export const REFUSED = /doesn't want to (?:proceed|take this action)|tool use was rejected|interrupted by user/iu;
