/** Tools whose findings are about looks. */
const STYLE_TOOLS =
  /\b(?:eslint|oxlint|prettier|oxfmt|biome|stylelint|ruff|flake8|black|isort|pylint|gofmt|gofumpt|golangci-lint|rustfmt|cargo fmt|rubocop|ktlint|swiftlint|clang-format|dprint|standard)\b|\b(?:run )?(?:lint|format|fmt)\b(?!\S*test)/iu;

/** Slips of whoever is typing: gone a minute later, and nobody meets the same one again. */
const SLIPS: readonly RegExp[] = [
  /\b(?:unused|never (?:read|used)|declared but|assigned a value but|imported but|is defined but)\b|\bno-unused/iu,
  /\bTS(?:6133|6192|6196|6198|2304|2552|1005|1109|1128)\b|\bF401\b|\b[EW][1-57]\d\d\b|\bcannot find name\b/iu,
  /\b(?:missing semicolon|expected ['"`]?[;,)}\]]|unexpected (?:token|indent|end of (?:input|file))|unterminated|trailing (?:whitespace|comma|spaces)|code style|formatt?ing|prettier|line too long|indentation\w*|missing return type)\b|expected ['"`][;,)}\]]/iu,
  // A value that a test wanted and did not get says nothing about its cause.
  /^\W*(?:\w*assert\w*(?:error)?:?\s*)?(?:assert\b|expected\b.{0,60}\b(?:to (?:be|equal|deep|strictly|have|match|contain|include)|got|but was|received|actual)\b)/iu,
  /^(?:assertionerror|error|fail(?:ed|ure)?)[:.!]?$/iu,
];

/** Whether a failure with this line is no lesson: looks, slips of the keyboard, a bare value that differs. `command` null: it was shown by the user. */
export function teachesNothing(line: string, command: string | null): boolean {
  return (command !== null && STYLE_TOOLS.test(command)) || SLIPS.some((pattern) => pattern.test(line));
}
