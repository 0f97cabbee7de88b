import type { ModelRequest } from '../../scripted-model/model-dialect.ts';

/** The cases that a client is put through, in this order. */
export const CASES = ['basic', 'resumed twice', 'compaction', 'MCP call', 'daemon down'] as const;
export type CaseName = (typeof CASES)[number];

/** A text that memory has to bring into the agent's context. */
export interface ExpectedNote {
  readonly note: 'start' | 'prompt' | 'tool call' | 'queued';
  /** Words of it that nothing else has. */
  readonly words: string;
  /** The first request of the agent's conversation that can have it, counted from 0. */
  readonly due: number;
}

/** Where a note was seen. */
export interface SeenNote extends Pick<ExpectedNote, 'note' | 'due'> {
  /** The first request that had it; null = none did. */
  readonly first: number | null;
  /** How often it stood in the request that had it most often. */
  readonly times: number;
}

/**
 * How a case ended. The worst of its notes counts: `lost`, then `twice`, then `late`. `failed`: the client or the daemon did not do its part.
 */
export interface CaseResult {
  readonly name: CaseName;
  readonly outcome: 'arrived' | 'late' | 'twice' | 'lost' | 'failed';
  readonly notes: readonly SeenNote[];
  /** Of the agent's own conversation. */
  readonly requests: number;
  readonly problem: string | null;
}

/** Requests of the agent's own conversation: those on the side (a title, a check) declare no tools. */
export function questionsAmong(requests: readonly ModelRequest[]): readonly ModelRequest[] {
  return requests.filter(({ tools }) => tools.length > 0);
}

/** Judges what became of the notes in the requests that a client sent. */
export function judgeCase(
  name: CaseName,
  questions: readonly ModelRequest[],
  expected: readonly ExpectedNote[],
  problem: string | null,
): CaseResult {
  const notes = expected.map(({ note, words, due }): SeenNote => {
    const counts = questions.map((question) => timesIn(question, words));
    const first = counts.findIndex((count) => count > 0);
    return { note, due, first: first < 0 ? null : first, times: Math.max(0, ...counts) };
  });
  return { name, outcome: problem === null ? outcomeOf(notes) : 'failed', notes, requests: questions.length, problem };
}

/** A part that stands twice in one message is the client's own copy: Gemini CLI repeats the results of calls when it resumes. */
function timesIn({ parts }: ModelRequest, words: string): number {
  const texts = new Map(parts.map(({ message, text }) => [JSON.stringify([message, text]), text]));
  return [...texts.values()].reduce((sum, text) => sum + text.split(words).length - 1, 0);
}

function outcomeOf(notes: readonly SeenNote[]): CaseResult['outcome'] {
  if (notes.some(({ first }) => first === null)) return 'lost';
  if (notes.some(({ times }) => times > 1)) return 'twice';
  return notes.some(({ first, due }) => (first ?? 0) > due) ? 'late' : 'arrived';
}

/** What a case showed, in words: `start in request 1, tool call in 3 (due in 2), prompt in none`. */
export function describeNotes({ notes, problem }: CaseResult): string {
  const seen = notes.map(({ note, first, due, times }) => {
    if (first === null) return `${note} in none`;
    const late = first > due ? ` (due in ${due + 1})` : '';
    return `${note} in request ${first + 1}${late}${times > 1 ? `, ${times} times` : ''}`;
  });
  return [...seen, ...(problem === null ? [] : [problem])].join('; ');
}
