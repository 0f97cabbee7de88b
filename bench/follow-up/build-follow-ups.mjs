// Follow-ups and changes of topic out of a set of dialogues with labelled questions (bench/quality's form). Nothing is written by hand and
// nothing is drawn at random: the same set gives the same queries.
//
// A follow-up: two questions A, B about one item R. A was asked, and answered with the sentence of R that has most words in common with it.
// Then B is asked as people ask when the subject is on the table: each run of its content words that A or its answer already said becomes
// "that". Pairs in which nothing is said twice are no follow-ups and are left out.
// A change of topic: the question B as it stands, after A and its answer about an item of another session that B is not about.

/** A word in more than this share of the items tells nothing about what is spoken of. */
const COMMON_SHARE = 0.3;
/** So many earlier questions about the same item lead to each question, so that a popular item does not decide the result. */
const MOST_LEADS = 3;

const wordsIn = (text) => text.toLowerCase().match(/[\p{L}\p{N}][\p{L}\p{N}_-]*/gu) ?? [];
const stem = (word) => word.replace(/(?:ing|ed|es|s)$/, '');
const stemsIn = (text) => new Set(wordsIn(text).map(stem));
const FUNCTION_WORDS = new Set(
  'a an the is are was were be been do does did has have had what which who when where why how and or not in on at by for from to of with as it its this that these those there than then so if can you we i me my our your used use using all any current currently'.split(
    ' ',
  ),
);

/** Content words of the set: neither grammar nor in every other item. */
function contentOf(items) {
  const counts = new Map();
  for (const { text } of items) for (const word of stemsIn(text)) counts.set(word, (counts.get(word) ?? 0) + 1);
  return (word) => !FUNCTION_WORDS.has(word) && (counts.get(stem(word)) ?? 0) <= COMMON_SHARE * items.length;
}

/** The sentence of an item that answers a question best, by words in common; the first of several. */
function answerIn(item, question) {
  const asked = stemsIn(question);
  const sentences = item.text
    .split(/\n|(?<=[.!?])\s/)
    .map((one) => one.trim())
    .filter((one) => wordsIn(one).length >= 4);
  const shared = (sentence) => [...stemsIn(sentence)].filter((word) => asked.has(word)).length;
  return sentences.toSorted((a, b) => shared(b) - shared(a))[0] ?? '';
}

/** B with what was already said as "that"; null when nothing was. */
function leaningOn(context, question, isContent) {
  const said = stemsIn(context);
  let replaced = 0;
  const words = question
    .replace(/[?.!]+$/, '')
    .split(/\s+/)
    .map((word) => {
      const known =
        wordsIn(word).some((part) => isContent(part)) && wordsIn(word).every((part) => said.has(stem(part)));
      replaced += known ? 1 : 0;
      return known ? 'that' : word;
    });
  if (replaced === 0) return null;
  return `${words.filter((word, at) => word !== 'that' || words[at - 1] !== 'that').join(' ')}?`;
}

const isAbout = (query, id) => Object.hasOwn(query.rel, id);

/** { followUps, switches } of one store: queries as the quality runner has them, with the exchange before and two `earlier` ones about other things. */
export function buildFollowUps({ items, queries }) {
  const isContent = contentOf(items);
  const itemOf = new Map(items.map((item) => [item.id, item]));
  const single = queries.filter(({ rel }) => Object.keys(rel).length === 1);
  const itemAbout = ({ rel }) => itemOf.get(Object.keys(rel)[0]);
  const exchange = (lead) => ({ question: lead.text, answer: answerIn(itemAbout(lead), lead.text) });
  const followUps = [];
  const switches = [];
  for (const [at, query] of single.entries()) {
    const about = itemAbout(query);
    const before = single.slice(0, at);
    const elsewhere = before.filter((lead) => itemAbout(lead).session !== about.session);
    const common = { full: query.text, rel: query.rel, at: query.at };
    for (const lead of before.filter((one) => isAbout(one, about.id)).slice(-MOST_LEADS)) {
      const last = exchange(lead);
      const text = leaningOn(`${last.question} ${last.answer}`, query.text, isContent);
      if (text !== null) followUps.push({ ...common, text, ...last, earlier: elsewhere.slice(-2).map(exchange) });
    }
    const other = elsewhere.at(-1);
    if (other)
      switches.push({
        ...common,
        text: query.text,
        ...exchange(other),
        earlier: elsewhere.slice(-3, -1).map(exchange),
      });
  }
  return { followUps, switches };
}
