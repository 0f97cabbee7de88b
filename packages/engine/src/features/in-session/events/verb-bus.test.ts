import { expect, test } from 'vitest';
import { createVerbBus } from './verb-bus.ts';

const settled = () => new Promise<void>((resolve) => setImmediate(resolve));

test('publishing neither throws nor waits, whatever subscribers do', async () => {
  const errors: unknown[] = [];
  const heard: string[] = [];
  const bus = createVerbBus<string>({ onError: (error) => errors.push(error) });
  bus.subscribe(() => {
    throw new Error('at once');
  });
  bus.subscribe(() => Promise.reject(new Error('later')));
  bus.subscribe(() => new Promise(() => undefined));
  bus.subscribe((event) => heard.push(event));
  bus.publish('a');
  expect(heard).toEqual([]);
  await settled();
  expect(heard).toEqual(['a']);
  expect(errors).toHaveLength(2);
});

test('an event is seen by those who are subscribed when it is published', async () => {
  const heard: string[] = [];
  const bus = createVerbBus<string>();
  const first = bus.subscribe((event) => heard.push(`1 ${event}`));
  bus.publish('a');
  first.unsubscribe();
  first.unsubscribe();
  bus.subscribe((event) => heard.push(`2 ${event}`));
  bus.publish('b');
  await settled();
  expect(heard).toEqual(['1 a', '2 b']);
});
