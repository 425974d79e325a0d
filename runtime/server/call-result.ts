/** The result of a call: data that is checked and put into its envelope, or a failure. */
import { internalError, invalidResult } from './call-failures.ts';
import { isContent } from './content.ts';
import type { ToolDescriptor } from '../descriptor/descriptor.ts';
import type { ResultMembers, Sealing } from './envelope.ts';
import { readable, sealBlocks, sealFailure, sealSuccess } from './envelope.ts';
import { reportError } from './error-report.ts';
import { type ToolFailure, isFailure, repeatOf, thrownFailure } from './failure.ts';
import { carried } from '../language/carried.ts';
import type { Validator } from '../language/validate.ts';
import type { Log } from './log.ts';
import type { Redact } from '../redaction/redact.ts';

/** Makes results without envelope; `structured`: the tool has an output schema. */
export type RawSealing = (structured: boolean) => Sealing;

/** The only place where the result of a call is made, for anything that the work returned or threw. */
export function seal(work: () => unknown, sealed: Sealed, redact: Redact, log: Log): ResultMembers {
  const { tool, raw } = sealed;
  const reported = (failed: ToolFailure): ResultMembers => {
    const members = (raw?.failure ?? sealFailure)(failed, redact);
    log(`failed: ${readable(failed, redact).code}`, 'debug');
    return members;
  };
  try {
    const value = work();
    if (isFailure(value)) return reported(value);
    const made = raw ? guarded(log, () => raw.success(value, redact)) : sealData(value, sealed, redact, log);
    return typeof made === 'string' ? made : reported(made);
  } catch (thrown) {
    const failed = thrownFailure(thrown) ?? internalError(thrown, repeatOf(tool), log);
    try {
      return reported(failed);
    } catch (broken) {
      return reported(internalError(broken, repeatOf(tool), log));
    }
  }
}

interface Sealed {
  readonly tool: ToolDescriptor;
  /** For results without envelope. */
  readonly raw: Sealing | undefined;
  readonly checkData: () => Validator;
}

/** `results: raw` of a tool; undefined for the envelope of EXT §2.4. */
export function rawSealingOf(
  { results, outputSchema }: ToolDescriptor,
  { rawSealing }: { readonly rawSealing?: RawSealing | undefined },
): Sealing | undefined {
  return results === 'raw' ? carried(rawSealing, 'results without envelope')(outputSchema !== undefined) : undefined;
}

function sealData(value: unknown, { tool, checkData }: Sealed, redact: Redact, log: Log): ResultMembers | ToolFailure {
  const content = isContent(value) ? value : undefined;
  const checked = checkData()(content === undefined ? value : content.data);
  if ('issues' in checked) return invalidResult(checked.issues.map(({ message }) => message).join(' '), log);
  const data = checked.value;
  return guarded(log, () =>
    content
      ? sealBlocks({ blocks: content.blocks, data }, tool.outputSchema !== undefined, redact)
      : sealSuccess(data, redact),
  );
}

function guarded(log: Log, make: () => ResultMembers): ResultMembers | ToolFailure {
  try {
    return make();
  } catch (thrown) {
    return invalidResult(reportError(thrown), log);
  }
}
