// Realistic statements without a download: paragraphs of the documentation that the installed packages ship, each tied
// to one to three of their source files. Beyond the paragraphs there are, words are dropped and swapped at random.
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { createRandom } from './random.mjs';

const MODULES = join(import.meta.dirname, '../../node_modules');
const MAX_FILES = 6000;

function walk(folder, found, depth = 0) {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    if (found.length >= MAX_FILES) return found;
    const path = join(folder, entry.name);
    if (entry.isDirectory() && depth < 6) walk(path, found, depth + 1);
    else if (/\.(md|ts|js|mjs)$/.test(entry.name)) found.push(path);
  }
  return found;
}

function paragraphs(files) {
  const texts = [];
  for (const file of files.filter((path) => path.endsWith('.md'))) {
    for (const paragraph of readFileSync(file, 'utf8').split(/\n\s*\n/)) {
      const text = paragraph.replace(/\s+/g, ' ').trim();
      if (text.length >= 80 && text.length <= 1500 && !text.startsWith('```')) texts.push(text);
    }
  }
  return texts;
}

/** `count` inputs for `rememberMany`, and `queries` of six words of a random statement, each with its path. */
export function createCorpus(count, { seed = 1, queries = 300, projectId = 'bench' } = {}) {
  const random = createRandom(seed);
  const files = walk(MODULES, []);
  const texts = paragraphs(files);
  const paths = files.filter((path) => !path.endsWith('.md')).map((path) => relative(MODULES, path));
  const now = Date.now();
  const inputs = Array.from({ length: count }, (_, index) => {
    const text = texts[index % texts.length];
    const repeat = Math.floor(index / texts.length);
    const content =
      repeat === 0
        ? text
        : `${text
            .split(' ')
            .filter(() => random.next() < 0.7)
            .join(' ')} v${index}`;
    const touched = Array.from({ length: 1 + random.below(3) }, () => random.pick(paths));
    const createdAt = new Date(now - (count - index) * 60_000).toISOString();
    return { content, projectId, kind: 'commit', agentId: 'bench', createdAt, metadata: { paths: touched } };
  });
  const asked = Array.from({ length: queries }, () => {
    const { content, metadata } = random.pick(inputs);
    const words = content.split(' ');
    return { text: Array.from({ length: 6 }, () => random.pick(words)).join(' '), path: metadata.paths[0] };
  });
  return { inputs, queries: asked };
}
