import { isTestFile } from '../code-graph/test-file.ts';

const PROSE = /\.(md|mdx|mdc|markdown|rst|txt|adoc|asciidoc|org|tex|pod|[1-9])$/i;
const PROSE_FOLDER = /(^|\/)(docs?|documentation|man|changelogs?|\.changeset)\//i;
const PROSE_NAME = /(^|\/)(changelog|changes|history|news|readme|authors|license|licence|copying|notice)[^./]*$/i;
const LOCK =
  /(^|\/)(package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|go\.sum|gradle\.lockfile|packages\.lock\.json|bun\.lockb|[^/]+\.lock)$/i;

/** Whether a change of this file is work on the program: no test, no documentation, no changelog, no lock file. */
export function isSourceFile(file: string): boolean {
  return !isTestFile(file) && ![PROSE, PROSE_FOLDER, PROSE_NAME, LOCK].some((pattern) => pattern.test(file));
}
