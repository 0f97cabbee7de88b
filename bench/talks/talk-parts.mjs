const worth = (name) => ({ worth: { [name]: 0 } });
const weights = (...names) => ({ weights: Object.fromEntries(names.map((name) => [name, 0])) });

/**
 * Each part of remembered talks, and what switches it off: settings of the search, the worth of a line in its talk, the weights of a block's
 * lines, or the share of the best talk that a weak one lacks.
 */
export const TALK_PARTS = [
  { name: 'the whole talk (each exchange by itself)', search: { talk: { whole: 0 } } },
  { name: 'best sentence of the question', search: { talk: { bestSentence: 0 } } },
  { name: 'correction for chance', search: { talk: { chance: 0 } } },
  { name: 'one hit a talk', search: { talk: { gather: false } } },
  { name: 'leaving out phrases of reports', search: { leaveOutPhrases: false } },
  { name: 'the whole question for single statements', search: { wholeQuestion: 0 } },
  { name: 'cut of weak talks', weakTalk: 0 },
  { name: 'deciding words', ...worth('cue') },
  { name: "the user's words", ...worth('user') },
  { name: 'confirmation', ...worth('confirmed') },
  { name: 'penalty of what stayed open', ...worth('open') },
  { name: 'exclusion of what was refused', ...worth('refused') },
  { name: 'items that an answer names', ...worth('named') },
  { name: 'the question of a short answer', ...worth('asked') },
  { name: 'penalty of stubs', ...worth('stub') },
  { name: 'recap', ...worth('recap') },
  { name: 'last word', ...worth('lastWord') },
  { name: 'penalty of questions', ...worth('question') },
  { name: 'penalty of narration', ...worth('narration') },
  { name: 'penalty of the opening', ...worth('opening') },
  { name: 'variety', ...weights('variety') },
  { name: 'sentences of long statements', ...weights('question', 'cue', 'any') },
  { name: "the question's words in those", ...weights('question') },
  { name: 'deciding words in those', ...weights('cue') },
];
