/** Letters of other scripts that look like Latin ones, and what they look like. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  ...{ а: 'a', в: 'b', е: 'e', ё: 'e', з: '3', и: 'u', і: 'i', ї: 'i', ј: 'j', к: 'k', м: 'm', н: 'h', о: 'o', п: 'n' },
  ...{ р: 'p', с: 'c', т: 't', у: 'y', х: 'x', ѕ: 's', ԁ: 'd', ɡ: 'g', һ: 'h', ӏ: 'l', ѵ: 'v', ԛ: 'q', ԝ: 'w', г: 'r' },
  ...{
    α: 'a',
    β: 'b',
    ε: 'e',
    η: 'n',
    ι: 'i',
    κ: 'k',
    ν: 'v',
    ο: 'o',
    ρ: 'p',
    τ: 't',
    υ: 'u',
    χ: 'x',
    ω: 'w',
    ϲ: 'c',
    ı: 'i',
  },
  ...{
    А: 'A',
    В: 'B',
    Е: 'E',
    І: 'I',
    К: 'K',
    М: 'M',
    Н: 'H',
    О: 'O',
    Р: 'P',
    С: 'C',
    Т: 'T',
    Х: 'X',
    Ѕ: 'S',
    Ј: 'J',
    У: 'Y',
  },
  ...{ Α: 'A', Β: 'B', Ε: 'E', Η: 'H', Ι: 'I', Κ: 'K', Μ: 'M', Ν: 'N', Ο: 'O', Ρ: 'P', Τ: 'T', Υ: 'Y', Χ: 'X', Ζ: 'Z' },
};
const DIGITS: Readonly<Record<string, string>> = { 0: 'o', 1: 'i', 3: 'e', 4: 'a', 5: 's', 7: 't', '@': 'a', $: 's' };

/** A word with letters of two scripts: nobody writes one who wants to be read. */
const MIXED = /[A-Za-z][\u0370-\u03FF\u0400-\u052F]|[\u0370-\u03FF\u0400-\u052F][A-Za-z]/u;
const FOREIGN = /[\u0370-\u03FF\u0400-\u052Fɡı]/gu;
/** `1gn0re`: digits between letters, in words of four and more. */
const LEET = /(?<![\w@$])(?=[a-z@$]*[013457@$][a-z])(?=[a-z013457@$]*[a-z]{2})[a-z013457@$]{4,20}(?![\w@$])/gi;
/** `i g n o r e`, `i.g.n.o.r.e`: single letters with one and the same mark between them. */
const SPACED = /(?<![\p{L}\p{N}])\p{L}(?:([ ._*-])\p{L}(?:\1\p{L}){2,30})(?![\p{L}\p{N}])/gu;

// Most texts have none of either: asked so, they cost a tenth.
const MAY_BE_SPACED = /(?:[ ._*-][^\s\d._*-]){4}/u;
const MAY_BE_LEET = /[a-z@$][013457@$][a-z@$]|(?<![\w])[013457@$][a-z]{2}/i;

/** A text as it reads: what is written to be read by a model and not by a filter is written plainly. The same text when there is nothing of it. */
export function foldText(text: string): string {
  const joined = MAY_BE_SPACED.test(text) ? text.replaceAll(SPACED, (run) => run.replaceAll(/[ ._*-]/g, '')) : text;
  const latin = MIXED.test(joined) ? joined.replaceAll(FOREIGN, (letter) => LOOK_ALIKES[letter] ?? letter) : joined;
  if (!MAY_BE_LEET.test(latin)) return latin;
  return latin.replaceAll(LEET, (word) => word.replaceAll(/[013457@$]/g, (digit) => DIGITS[digit] ?? digit));
}
