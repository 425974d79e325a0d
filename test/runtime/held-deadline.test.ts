/** The deadline of a call while its user is asked. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { openCall } from '../../runtime/server/context.ts';

test('the deadline stands still until each of several questions is answered', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const { until, hold } = openCall(() => {}, undefined);
  const expire = vi.fn();
  until(() => setTimeout(expire, 40));
  const [first, second] = [hold(), hold()];
  first();
  vi.advanceTimersByTime(1000);
  expect(expire).not.toHaveBeenCalled();
  second();
  vi.advanceTimersByTime(39);
  expect(expire).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1000);
  expect(expire).toHaveBeenCalledTimes(1);
});
