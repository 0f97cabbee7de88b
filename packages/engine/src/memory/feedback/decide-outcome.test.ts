import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decideOutcome, type EvidenceSource, type OutcomeEvidence } from './decide-outcome.ts';

const DAY = '2026-11-2';
let moments = 0;
const seen = (source: EvidenceSource, says: OutcomeEvidence['says'], subject = '', day = 0): OutcomeEvidence => ({
  source,
  subject,
  says,
  detail: '',
  actor: null,
  occurredAt: `${DAY}${day}T00:00:00.${String((moments += 1)).padStart(3, '0')}Z`,
});
const commit = (hash: string): OutcomeEvidence => seen('commit', 'accepted', hash);
const revert = (hash: string): OutcomeEvidence => seen('revert', 'rejected', hash, 3);
const said = (says: OutcomeEvidence['says'], day = 0): OutcomeEvidence => seen('verdict', says, '', day);

test.each<[string, OutcomeEvidence[], string | null, EvidenceSource | null]>([
  ['nothing is known', [], null, null],
  ['a commit that landed', [commit('a')], 'accepted', 'commit'],
  ['and stayed', [commit('a'), seen('survival', 'accepted', 'a', 4)], 'accepted', 'survival'],
  ['reverted', [commit('a'), revert('a')], 'rejected', 'revert'],
  ['one of two reverted', [commit('a'), commit('b'), revert('a')], 'rework', 'revert'],
  [
    'fixed up',
    [commit('a'), seen('fix-up', 'rework', 'f', 2), seen('survival', 'accepted', 'a', 4)],
    'rework',
    'fix-up',
  ],
  ['corrected, then committed', [seen('correction', 'rejected', '7'), commit('a')], 'rework', 'correction'],
  ['"revert that", and nothing committed', [seen('correction', 'rejected', '7')], 'rejected', 'correction'],
  ['"no, that is wrong", and nothing committed', [seen('correction', 'rework', '7')], 'rework', 'correction'],
  ['last test failed', [seen('check', 'rework', 'test'), seen('check', 'accepted', 'build')], 'rework', 'check'],
  ['last test failed, and it landed', [seen('check', 'rework', 'test'), commit('a')], 'rework', 'check'],
  [
    'last test failed, and it stayed',
    [seen('check', 'rework', 'test'), commit('a'), seen('survival', 'accepted', 'a')],
    'accepted',
    'survival',
  ],
  ['last test passed', [seen('check', 'accepted', 'test')], 'accepted', 'check'],
  ['the worker said so', [seen('completion', 'rejected'), commit('a')], 'rejected', 'completion'],
  ['somebody says otherwise', [seen('completion', 'rejected'), said('accepted')], 'accepted', 'verdict'],
  ['somebody says that nobody can know', [commit('a'), said('unknown')], null, 'verdict'],
  ['what was said is taken back', [commit('a'), said('withdrawn')], 'accepted', 'commit'],
])('%s', (_what, evidence, outcome, source) => {
  expect(decideOutcome(evidence)).toMatchObject({ outcome, source });
});

test('the order in which evidence comes makes no difference', () => {
  const any = fc.record({
    source: fc.constantFrom<EvidenceSource>(
      'verdict',
      'completion',
      'commit',
      'survival',
      'fix-up',
      'revert',
      'check',
      'correction',
    ),
    subject: fc.constantFrom('a', 'b', 'c'),
    says: fc.constantFrom(
      'accepted' as const,
      'rework' as const,
      'rejected' as const,
      'unknown' as const,
      'withdrawn' as const,
    ),
    day: fc.nat({ max: 3 }),
  });
  const facts = fc.uniqueArray(any, { selector: ({ source, subject }) => `${source} ${subject}`, maxLength: 12 });
  const shuffled = facts.chain((list) =>
    fc.tuple(fc.constant(list), fc.shuffledSubarray(list, { minLength: list.length })),
  );
  fc.assert(
    fc.property(shuffled, ([list, other]) => {
      const asEvidence = (each: (typeof list)[number]): OutcomeEvidence => ({
        ...each,
        detail: '',
        actor: null,
        occurredAt: `${DAY}${each.day}T00:00:00Z`,
      });
      expect(decideOutcome(other.map(asEvidence))).toEqual(decideOutcome(list.map(asEvidence)));
    }),
  );
});
