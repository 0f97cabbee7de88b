import { isRecap } from '../../../memory/talk/deciding-lines.ts';
import type { AnswerStanding } from '../../../memory/talk/exchange.ts';
import { confirmedForm, isProposal, optionChosen, questionOf, subjectOf, tellsOfWork } from './proposal.ts';
import { refuseStatement } from '../captured-statement.ts';
import { answerWeight, isPassing, rulingWeight } from './ruling-weight.ts';
import { capital, ended, wordCount } from '../prose-sentences.ts';

/** A list that was pinned comes whole. */
export const LONGEST_RECAP = 1_200;
/** What an answer is about is said before it when the answer is too short to say it. */
const SHORT_ANSWER = 24;
/** In a longer one only what is a rule by itself is one. */
const LONG_ANSWER = 30;
/** "No, a partial index where deleted_at is null" puts that in the place of what was asked. */
const FEWEST_IN_PLACE = 4;
const FEWEST_ALONE = 5;
/** Who says more than that tells something of his own. */
const LONGEST_YES = 45;
/** What an agent put forward counts by the yes to it, so it must say more by itself. */
const AGREED = 1;
/** One that answers a proposal or a question has its subject from there. */
const IN_ANSWER = 1;
/** A sentence that nobody asked for must say by itself that it lasts. */
export const ALONE = 2;

/** What stands in a talk when an answer comes. */
export interface ExchangePlace {
  readonly agent: readonly string[];
  readonly user: readonly string[];
  /** What the user says besides yes and no. */
  readonly rest: readonly string[];
  readonly standing: AnswerStanding;
}

export interface ExchangeRule {
  readonly detector: 'answer' | 'confirmation' | 'recap';
  readonly text: string;
  /** The user's sentences that are in it. */
  readonly said: readonly string[];
}

/**
 * What the answer of a user settles of what the agent had said: a recap that nobody objects to, a proposal in its confirmed form with what the
 * user adds, or what the user puts in its place; [] = nothing. A proposal that was refused is in none of them.
 */
export function exchangeRules(place: ExchangePlace): ExchangeRule[] {
  const { agent, user, rest, standing } = place;
  const recap = standing === 'refused' || objects(place) ? '' : recapIn(agent);
  if (recap !== '') {
    const added = additions(rest);
    // "Right, but 72 hours" changes what was summed up: the one is not to be had without the other.
    if (standing === 'amended') return rule('recap', [recap, ...added.map(capital)].map(ended).join(' '), rest);
    return [...rule('recap', recap, []), ...answerRule('', added)];
  }
  const option = optionChosen(agent.join(' '), user.join(' '));
  if (option !== '') return rule('confirmation', option, rest);
  return standing === 'confirmed' || standing === 'amended' ? agreedTo(place) : answeredTo(place);
}

/** A yes: what was put forward holds, with what the user adds. */
function agreedTo({ agent, user, rest }: ExchangePlace): ExchangeRule[] {
  const added = additions(rest);
  const question = questionOf(agent);
  const told = rest.filter((text) => !isPassing(text));
  if (question !== '' && (added.length > 0 || wordCount(told.join(' ')) >= FEWEST_IN_PLACE)) {
    return answerRule(`${question} Yes.`, told);
  }
  const forward = agent.filter((text) => isProposal(text) || (!tellsOfWork(text) && rulingWeight(text) >= 2));
  const best = forward.at(-1);
  if (best === undefined || wordCount(user.join(' ')) > LONGEST_YES) return answerRule('', added);
  const form = withBefore(agent, best);
  if (NOT_FOR_GOOD.test(user.join(' ')) || rulingWeight(confirmedForm(best)) + added.length < AGREED) return [];
  return rule('confirmation', [form, ...added.map(capital)].map(ended).join(' '), rest);
}

/** "Tighten that" needs the sentence before. */
function withBefore(agent: readonly string[], proposal: string): string {
  const before = agent[agent.indexOf(proposal) - 1];
  const form = confirmedForm(proposal);
  const leans = /\b(?:it|that|this|them|those|these)\b/iu.test(form) && before !== undefined && !tellsOfWork(before);
  return leans ? `${before} ${form}` : form;
}

/** What a user says on top of a yes. */
function additions(rest: readonly string[]): string[] {
  const isShort = wordCount(rest.join(' ')) <= LONG_ANSWER;
  return rest.filter((text) => (isShort ? answerWeight(text) >= IN_ANSWER : rulingWeight(text) >= ALONE));
}

/** Another rule instead, or the answer to a question. */
function answeredTo(place: ExchangePlace): ExchangeRule[] {
  const { agent, rest, standing } = place;
  const asked = questionOf(agent);
  // "I would retry five times, ok?" is a proposal, and refused it stands nowhere. A choice of two proposes neither.
  const isRefused = standing === 'refused' && isProposal(asked) && !/\bor\b/iu.test(asked);
  const question = isRefused ? '' : asked;
  const isShort = wordCount(rest.join(' ')) <= LONG_ANSWER;
  const isAsked = question !== '' || agent.some((text) => isProposal(text)) || (isShort && agent.length <= 2);
  const kept = rest.filter((text) => (isShort && isAsked ? answerWeight(text) >= 0 : rulingWeight(text) >= ALONE));
  if (kept.length === 0 || (isAsked && answerWeight(kept.join(' ')) < leastWeight(place, question, kept))) return [];
  return answerRule(question === '' ? subjectBefore(agent, kept) : question, kept);
}

/** What replaces a proposal, or picks one of two, needs no sign of a rule besides. */
function leastWeight({ standing, rest }: ExchangePlace, question: string, kept: readonly string[]): number {
  const text = kept.join(' ');
  const replaces = standing === 'refused' && wordCount(text) >= FEWEST_IN_PLACE && !isPassing(text);
  const picks = wordCount(rest.join(' ')) >= FEWEST_IN_PLACE && picksFrom(question, rest[0]);
  return replaces || picks ? IN_ANSWER - 1 : IN_ANSWER;
}

/** "Tokens:" before an answer that is too short to say what it is about; '' when it is long enough, or nothing is to be told. */
function subjectBefore(agent: readonly string[], kept: readonly string[]): string {
  if (wordCount(kept.join(' ')) > SHORT_ANSWER) return '';
  const proposal = agent.findLast((text) => isProposal(text)) ?? agent.at(-1) ?? '';
  const subject = subjectOf(proposal) || subjectOf(agent[0] ?? '');
  return subject === '' ? '' : `${capital(subject)}:`;
}

function answerRule(lead: string, said: readonly string[]): ExchangeRule[] {
  if (said.length === 0) return [];
  const text = said.map((sentence) => capital(ended(sentence))).join(' ');
  // Without what was asked it has to make sense by itself.
  if (lead === '' && (wordCount(text) < FEWEST_ALONE || refusesAlone(text) || /\blike that\b/iu.test(text))) return [];
  return rule('answer', lead === '' ? text : `${lead} ${text}`, said);
}

/** "It always fails" is refused as a rule, and may be one as an answer. */
function refusesAlone(text: string): boolean {
  const why = refuseStatement(text);
  return why !== null && why !== 'behaviour';
}

function rule(detector: ExchangeRule['detector'], text: string, said: readonly string[]): ExchangeRule[] {
  return [{ detector, text, said }];
}

/** A recap and what follows it in the same message, without what tells of work; '' when there is none that says something. */
export function recapIn(agent: readonly string[]): string {
  const from = agent.findIndex((text) => isRecap(text) || RECAP_LEAD.test(text));
  if (from < 0) return '';
  let recap = '';
  for (const text of agent.slice(from).map((sentence) => sentence.replace(RECAP_LEAD, ''))) {
    if (tellsOfWork(text) || isPassing(text.replaceAll(FAILED_THING, '')) || text.endsWith('?')) continue;
    if (recap.length + text.length > LONGEST_RECAP) break;
    recap = `${recap} ${text}`.trim();
  }
  const weighed = recap.replaceAll(FAILED_THING, '');
  const says = wordCount(recap) >= FEWEST_ALONE && rulingWeight(weighed) >= 0 && answerWeight(weighed) >= AGREED;
  return says ? recap : '';
}

/** What a rule is about, and no report: "a failed upload is never retried". */
const FAILED_THING =
  /(?:(?<=\b(?:an?|the|each|every|any|all|of|for|on) |[:,;] )|^)(?:failed|failing|broken|crashed) (?=\p{L})/giu;

/** A yes that does not last. */
const NOT_FOR_GOOD = /\b(?:for now|in principle|not in this|not yet|just this|this once|later)\b/iu;

/** "Got it:" and "So:" restate what the user has just said. */
const RECAP_LEAD =
  /^(?:(?:ok(?:ay)?|so|all right|got it|let me make sure|to make sure|if i understand|understood|right|then|in short|to (?:recap|summari[sz]e|confirm)|settled(?: then)?|final(?:ly)?|agreed|recap|summary)\b[^:.]{0,50}(?::| [–—-])\s+)(?=\S)/iu;

/** "Unknown segments must not raise!" objects without a no. */
function objects({ agent, user, standing }: ExchangePlace): boolean {
  return (
    standing === 'open' &&
    user.some((text) => /\b(?:not|never|no)\b|n['’]t\b/iu.test(text) && sharesWord(text, agent.join(' ')))
  );
}

/** "Account. Whole offices sit behind one address" picks one of "per IP or per account". */
function picksFrom(question: string, answer = ''): boolean {
  const words = new Set(question.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []);
  const picked =
    answer
      .split(/[,.;–—]/u, 1)[0]
      ?.toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  return question.includes(' or ') && picked.length > 0 && picked.every((word) => words.has(word));
}

function sharesWord(text: string, other: string): boolean {
  const words = new Set(other.toLowerCase().match(/\p{L}{4,}|\d+/gu) ?? []);
  return (text.toLowerCase().match(/\p{L}{4,}|\d+/gu) ?? []).some((word) => words.has(word));
}
