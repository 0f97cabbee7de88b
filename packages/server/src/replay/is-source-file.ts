import { isTestFile } from '../code-graph/test-file.ts';

const PROSE = /\.(md|mdx|mdc|markdown|rst|txt|adoc|asciidoc|org|tex|pod|[1-9])$/i;
const PROSE_FOLDER = /(^|\/)(docs?|documentation|man|changelogs?|\.changeset)\//i;
const PROSE_NAME = /(^|\/)(changelog|changes|history|news|readme|authors|license|licence|copying|notice)[^./]*$/i;
const LOCK =
  /(^|\/)(package-lock\.json|npm-shrinkwrap\.json|pnpm-lock\.yaml|go\.sum|gradle\.lockfile|packages\.lock\.json|bun\.lockb|[^/]+\.lock)$/i;

const MANIFEST =
  /(^|\/)(package\.json|bower\.json|composer\.json|pyproject\.toml|setup\.(cfg|py)|tox\.ini|cargo\.toml|go\.mod|pom\.xml|gemfile|__version__\.py|version(\.[a-z]+)?)$|(^|\/)\.|(^|\/)(appveyor|azure-pipelines)\.yml$/i;

/** Whether a change of this file is work on the program: no test, no documentation, no changelog, no lock file or manifest, nothing of CI. */
export function isSourceFile(file: string): boolean {
  return !isTestFile(file) && ![PROSE, PROSE_FOLDER, PROSE_NAME, LOCK, MANIFEST].some((pattern) => pattern.test(file));
}
