import { findBlocks } from './find-blocks.mjs';
import { questionsOf } from './check-delivery.mjs';

/** What the daemon tells the summariser: packages/server/src/agents/block-envelope.ts. */
const ADVICE = 'Leave out of the summary everything between [Context from memory]';

/**
 * What a compaction did to the blocks, one sentence for each fault: the summariser was told to leave them out, and behind it a new
 * stretch begins, in which the start block and the block of a tool call arrive again, once.
 */
export function checkCompaction({ requests, expected, summarises }) {
  const asked = requests.flatMap(({ asked: request }) => request ?? []);
  const at = asked.findIndex((request) => summarises(request));
  if (at < 0) return ['no request of the client asked for a summary: it did not compact'];
  const told = asked[at].parts.some(({ text }) => text.includes(ADVICE));
  const before = fresh(questionsOf(requests.filter(({ asked: request }) => asked.indexOf(request) < at)), '-1');
  const after = fresh(questionsOf(requests.filter(({ asked: request }) => asked.indexOf(request) > at)), '-2');
  return [
    ...(told ? [] : ['the request for a summary does not say to leave blocks out']),
    ...once('before the compaction', before, expected.start),
    ...once('behind the compaction', after, expected.start),
    ...once('behind the compaction', after, expected.toolCall),
  ];
}

/** The notes of the blocks that the last question has of one stretch. */
function fresh(questions, stretch) {
  const last = questions.at(-1);
  const blocks = last ? findBlocks(last.parts) : [];
  return blocks.filter(({ tag }) => tag.endsWith(stretch)).flatMap(({ ids }) => ids);
}

function once(when, ids, id) {
  const count = ids.filter((each) => each === id).length;
  return count === 1 ? [] : [`${when} note ${id} arrived ${count} times in a block of that stretch`];
}
