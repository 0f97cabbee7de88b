// The share of a decision's own words and numbers that a block holds; what the report says already proves nothing.
const STOP = new Set(
  (
    'a an and any are as at be before but by can do does for from has have if in into is it its must no not of on only or out per so than ' +
    'that the their then there they this to up use was when where which will with without you we our never always exactly'
  ).split(' '),
);

const stem = (word) => word.replace(/ies$/, 'y').replace(/(?:ing|ed|es|s|ly)$/, '');

function wordsOf(text) {
  const words = text.toLowerCase().match(/[a-z_]+|\d+(?:\.\d+)?/g) ?? [];
  const stems = words.filter((word) => !STOP.has(word)).map((word) => (/\d/.test(word) ? word : stem(word)));
  return new Set(stems.filter((word) => word.length > 1 || /\d/.test(word)));
}

/** 0 to 1; 0 when the decision has no word that the report has not. */
export function wordCoverage(decision, report, block) {
  const reported = wordsOf(report);
  const wanted = [...wordsOf(decision)].filter((word) => !reported.has(word));
  const held = wordsOf(block);
  return wanted.length === 0 ? 0 : wanted.filter((word) => held.has(word)).length / wanted.length;
}
