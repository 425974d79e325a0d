/** The deadline of a call while its user is asked. */
import { expect, onTestFinished, test, vi } from 'vitest';
import { OpenCall } from '../../runtime/server/context.ts';

test('the deadline stands still until each of several questions is answered', () => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const open = new OpenCall(() => {}, { allowance: () => 0 });
  const expire = vi.fn();
  open.until(() => setTimeout(expire, 40));
  const [first, second] = [open.hold(), open.hold()];
  first();
  vi.advanceTimersByTime(1000);
  expect(expire).not.toHaveBeenCalled();
  second();
  vi.advanceTimersByTime(39);
  expect(expire).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1000);
  expect(expire).toHaveBeenCalledTimes(1);
});
