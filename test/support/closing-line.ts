/** The last line of a test run, in a form that every tool can read: "N passed, N failed". Beside another run, `npm test` prints it for both. */
import type { Reporter, TestModule } from 'vitest/node';

export class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[]): void {
    const tests = modules.flatMap((module) => [...module.children.allTests()]);
    const passed = tests.filter((test) => test.result().state === 'passed').length;
    // A file that could not be loaded has no tests to count, and must not look like nothing.
    const broken = modules.filter((module) => module.errors().length > 0).length + errors.length;
    const failed = tests.filter((test) => test.result().state === 'failed').length + broken;
    if (process.send) process.send({ passed, failed });
    else process.on('exit', () => process.stdout.write(`${passed} passed, ${failed} failed\n`));
  }
}
