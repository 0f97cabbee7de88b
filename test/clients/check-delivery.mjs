import { findBlocks } from './find-blocks.mjs';

/**
 * How the blocks reached the model, one sentence for each fault; none = all three arrived, in time, once, in the right place, within their
 * budgets. `expected` names for each block the note that it must show.
 */
export function checkDelivery({ requests, expected, budgets, roles }) {
  const asked = questionsOf(requests);
  const last = asked.at(-1);
  if (asked.length < 3) return [`the model was asked ${asked.length} times, 3 were expected`];
  const blocks = findBlocks(last.parts);
  const start = blockWith(blocks, expected.start);
  const prompt = blockWith(blocks, expected.prompt);
  const toolCall = blockWith(blocks, expected.toolCall);
  return [
    ...overBudget('start', start, budgets.start),
    ...overBudget('prompt', prompt, budgets.prompt),
    ...overBudget('tool-call', toolCall, budgets.toolCall),
    ...otherSpeaker('start', asked[0], expected.start, roles.start),
    ...otherSpeaker('prompt', asked[0], expected.prompt, roles.prompt),
    ...otherSpeaker('tool-call', asked[1], expected.toolCall, roles.toolCall),
    ...repeatedNotes(blocks),
    ...strangers(blocks),
    ...misplaced(last.parts, toolCall),
    ...(shows(asked[0], expected.toolCall) ? ['the first request already shows the note of the tool call'] : []),
    ...absent({ start, prompt, toolCall }),
    ...late(asked, expected),
  ];
}

/** The requests of the agent's own conversation: those on the side declare no tools. */
export function questionsOf(requests) {
  return requests.map(({ asked }) => asked).filter((asked) => asked !== null && asked.tools.length > 0);
}

/** All blocks that the model was sent last, for the report. */
export function lastBlocks(requests) {
  const last = questionsOf(requests).at(-1);
  return last ? findBlocks(last.parts) : [];
}

function blockWith(blocks, id) {
  return blocks.find(({ ids }) => ids.includes(id));
}

function absent(blocks) {
  return Object.entries(blocks).flatMap(([name, block]) => (block ? [] : [`no block shows the note for ${name}`]));
}

function overBudget(name, block, budget) {
  const isOver = block !== undefined && block.tokens > budget;
  return isOver ? [`the ${name} block has ${block.tokens} tokens, its budget is ${budget}`] : [];
}

/** Of a block that came with its own event. One that came late came with another, and is spoken like that one's. */
function otherSpeaker(name, request, id, roles) {
  const block = blockWith(findBlocks(request.parts), id);
  const isOther = block !== undefined && !roles.includes(block.part.role);
  return isOther ? [`the ${name} block is spoken by ${block.part.role}, not ${roles.join(' or ')}`] : [];
}

function repeatedNotes(blocks) {
  const ids = blocks.flatMap((block) => block.ids);
  return [...new Set(ids.filter((id, index) => ids.indexOf(id) !== index))].map((id) => `note ${id} arrived twice`);
}

/** All blocks of a session carry its nonce, and say which stretch between two compactions they belong to. */
function strangers(blocks) {
  const tags = [...new Set(blocks.map(({ tag }) => tag))];
  return tags.length > 1 ? [`blocks of one stretch of a session are tagged ${tags.join(' and ')}`] : [];
}

/** The tool call's block comes behind its call; Codex puts it before the call's result, the others behind. */
function misplaced(parts, toolCall) {
  const call = parts.findIndex(({ kind }) => kind === 'call');
  return toolCall && toolCall.index < call ? ['the tool-call block stands before its call'] : [];
}

/** Each block is there in the first request that can have it. */
function late(asked, expected) {
  return [
    ...(shows(asked[0], expected.start) ? [] : ['the first request lacks the start block']),
    ...(shows(asked[0], expected.prompt) ? [] : ['the first request lacks the prompt block']),
    ...(shows(asked[1], expected.toolCall) ? [] : ['the request behind the tool call lacks its block']),
  ];
}

function shows(request, id) {
  return findBlocks(request.parts).some(({ ids }) => ids.includes(id));
}
