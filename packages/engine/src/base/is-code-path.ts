/** Tests, documents, examples and data: whatever is changed touches them, so they say least of what a change is about. */
const BESIDE_THE_CODE =
  /(?:^|\/)(?:tests?|__tests__|specs?|testing|examples?|docs?|benchmarks?|fixtures)\/|(?:^|\/)(?:test_[^/]*|conftest\.\w+)$|[._-](?:test|spec)s?\.\w+$|\.(?:md|mdx|markdown|rst|txt|adoc|json|jsonl|ya?ml|toml|lock|cfg|ini|svg|png|csv)$|(?:^|\/)[^/.]+$|(?:^|\/)\.[^/]+/iu;

/** True for a path of code that runs, as its name tells. */
export const isCodePath = (path: string): boolean => !BESIDE_THE_CODE.test(path);
