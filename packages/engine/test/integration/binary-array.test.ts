import fc from 'fast-check';
import { expect, test } from 'vitest';
import { float8Array, int4Array, uuidArray } from '../../src/base/database/binary-array.ts';
import { describeOnEachDatabase } from '../setup/describe-on-each-database.ts';

const UUID = '018f3c5e-0000-7000-8000-000000000001';

const LISTS = fc.sample(
  fc.record({
    numbers: fc.array(fc.oneof(fc.double(), fc.constantFrom(0.1, 5e-324, -1.7976931348623157e308, 2 ** 53))),
    places: fc.array(fc.integer()),
    ids: fc.array(fc.uuid()),
  }),
  { numRuns: 40, seed: 7 },
);

describeOnEachDatabase('lists in binary', (open) => {
  test('arrive as the lists that their texts make, empty ones too', async () => {
    const { operator } = await open();
    for (const { numbers, places, ids } of [...LISTS, { numbers: [], places: [], ids: [] }]) {
      const [row] = await operator.query({
        text: 'select $1::float8[] as numbers, $2::int4[] as places, $3::uuid[] as ids',
        values: [float8Array(numbers), int4Array(places), uuidArray(ids)],
      });
      expect(row).toEqual({ numbers, places, ids });
    }
  });

  test.each([
    ['a word', ['none']],
    ['a letter among the digits', ['018f3c5e-0000-7000-8000-00000000000g']],
    ['hyphens elsewhere', ['018f3c5e0000-7000-8000-0000-00000001']],
    ['a digit too many in one and too few in the next', [`${UUID}1`, UUID.slice(1)]],
    [
      'a hyphen less in one and more in the next',
      [`0${UUID.replace('-', '')}`, `${UUID.slice(0, 2)}-${UUID.slice(3)}`],
    ],
  ])('a text that is no UUID is refused before anything is sent: %s', (_, texts) => {
    expect(() => uuidArray([UUID, ...texts])).toThrow('An id is not a UUID.');
  });
});
