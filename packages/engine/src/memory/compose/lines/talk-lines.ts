import { dayOf } from '../../../base/day-of.ts';
import { chooseLines, type WeighedSentence } from '../choose-lines.ts';
import { sanitizeExcerpt } from './sanitize-excerpt.ts';

/** A sentence of a remembered talk. */
export interface ComposableTalkLine extends WeighedSentence {
  /** The observation that it stands in. */
  readonly exchangeId: string;
  /** Who said it: the `user`, the `agent` (shown with its user's answer only), or anything else, shown as it stands. */
  readonly voice: string;
}

/** A remembered talk, of which a block shows the sentences that decide. */
export interface ComposableTalk {
  /** What it was about: its first request. */
  readonly title: string;
  /** ISO-8601 UTC. When the talk was held whose rules this one replaces; null = it replaces none. */
  readonly replaces: string | null;
  /** ISO-8601 UTC. When the talk was held that this one comes back to, which is the next one; null = it is shown for itself. */
  readonly revisits: string | null;
  readonly lines: readonly ComposableTalkLine[];
}

const TITLE_MAX_CHARACTERS = 60;
const LINE_MAX_CHARACTERS = 900;

/** What a block shows of a talk. */
export interface ShownTalk {
  /** Several lines: what it is, and below it who said what. */
  readonly line: string;
  /** The exchanges that its sentences are from, each once. */
  readonly exchangeIds: readonly string[];
}

/**
 * The sentences of a talk that decide most, as many as `fits` takes, in the order of the talk; null when not one does. Every sentence is made
 * safe for a block by itself, so none can pose as another line or as somebody else's.
 */
export function showTalk(
  id: string,
  createdAt: string,
  talk: ComposableTalk,
  fits: (line: string) => boolean,
): ShownTalk | null {
  const head = `- [${id}] ${dayOf(createdAt)} ${headOf(talk)}:`;
  const chosen = chooseSafe(talk, LINE_MAX_CHARACTERS, (more) => fits(rendered(head, more)));
  if (chosen.length === 0) return null;
  return { line: rendered(head, chosen), exchangeIds: [...new Set(chosen.map(({ exchangeId }) => exchangeId))] };
}

/** A talk in a list of hits: what it is, and below it the sentences that decide most, together at most `maxCharacters` UTF-16 units long. */
export function talkExcerpt(talk: ComposableTalk, maxCharacters: number): string {
  const lengthOf = (lines: readonly ComposableTalkLine[]): number =>
    lines.reduce((sum, { text }) => sum + text.length, 0);
  const chosen = chooseSafe(talk, maxCharacters, (more) => lengthOf(more) <= maxCharacters);
  return chosen.length === 0 ? headOf(talk) : rendered(`${headOf(talk)}:`, chosen);
}

/** A talk that a daemon of an earlier version sent has no `revisits`. */
function headOf({ title, replaces, revisits }: ComposableTalk): string {
  const replaced = replaces === null ? '' : ` (replaces what was settled on ${dayOf(replaces)})`;
  const revisited = revisits ? ` (comes back to the talk of ${dayOf(revisits)})` : '';
  return `talk about "${titleOf(title)}"${replaced}${revisited}`;
}

function chooseSafe(
  { lines }: ComposableTalk,
  maxCharacters: number,
  fits: (chosen: readonly ComposableTalkLine[]) => boolean,
): readonly ComposableTalkLine[] {
  const safe = lines
    .map((line) => ({ ...line, text: sanitizeExcerpt(line.text, maxCharacters) }))
    .filter(({ text }) => text !== '');
  return withAnswers(chooseLines(safe, fits));
}

/** What the agent said and nobody confirmed is shown with its user's answer, or not at all. */
function withAnswers(chosen: readonly ComposableTalkLine[]): readonly ComposableTalkLine[] {
  const answered = new Set(chosen.filter(({ voice }) => voice === 'user').map(({ exchangeId }) => exchangeId));
  return chosen.filter(({ voice, exchangeId }) => voice !== 'agent' || answered.has(exchangeId));
}

/** Cut at a word. A quotation mark would end it early. */
function titleOf(text: string): string {
  const whole = sanitizeExcerpt(text, LINE_MAX_CHARACTERS).replaceAll('"', "'");
  if (whole.length <= TITLE_MAX_CHARACTERS) return whole;
  const cut = whole.slice(0, TITLE_MAX_CHARACTERS + 1).replace(/\s+\S*$/u, '');
  return `${cut.length > TITLE_MAX_CHARACTERS ? sanitizeExcerpt(cut, TITLE_MAX_CHARACTERS) : cut} …`;
}

/** Sentences that one side said at one time stand in one line. Made safe as a whole: two that mean nothing alone can spell a marker together. */
function rendered(head: string, chosen: readonly ComposableTalkLine[]): string {
  const lines: { readonly voice: string; text: string }[] = [];
  let before: ComposableTalkLine | null = null;
  for (const line of chosen) {
    const last = lines.at(-1);
    if (last && before?.exchangeId === line.exchangeId && before.voice === line.voice) {
      last.text += `${before.place === line.place - 1 ? '' : ' …'} ${line.text}`;
    } else lines.push({ voice: line.voice, text: line.text });
    before = line;
  }
  return [head, ...lines.map(({ voice, text }) => `  - ${voice}: ${sanitizeExcerpt(text, text.length)}`)].join('\n');
}
