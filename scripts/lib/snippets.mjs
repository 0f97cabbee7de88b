import { readText } from './files.mjs';

// A document shows code between `<!-- snippet: <file> -->` and the end of the fence that follows it.
const SNIPPET = /<!-- snippet: (\S+) -->\n+```\w*\n([\s\S]*?)```/g;

/** The snippets of a document: which file each comes from, and the text that stands there now. */
export function snippetsOf(document) {
  return [...document.matchAll(SNIPPET)].map(([, source, shown]) => ({ source, shown }));
}

/** The part of a program that documents show: between `// #region shown` and `// #endregion`, or the whole file. */
export function shownPart(path) {
  const text = readText(path);
  const region = /\/\/ #region shown\n([\s\S]*?)\/\/ #endregion/.exec(text);
  return region ? region[1] : text;
}

/** The document with every snippet as its program has it now. */
export function withCurrentSnippets(document) {
  return document.replace(
    SNIPPET,
    (_match, source) => `<!-- snippet: ${source} -->\n\n\`\`\`js\n${shownPart(source)}\`\`\``,
  );
}
