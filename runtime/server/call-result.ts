/** The result of a call: for anything that its work returned or threw, once. */
import type { ToolDescriptor } from '../descriptor/descriptor.ts';
import { requireModule } from '../language/require-module.ts';
import type { Validator } from '../language/validate.ts';
import type { Redact } from '../redaction/redact.ts';
import type { Redacted } from '../redaction/redacted.ts';
import { internalError, invalidResult } from './call-failures.ts';
import { isContent } from './content.ts';
import type { OpenCall } from './context.ts';
import { type Sealing, readable, sealBlocks, sealFailure, sealSuccess } from './envelope.ts';
import { type ToolFailure, isFailure, repeatOf, thrownFailure } from './failure.ts';
import { type CallOutcome, insteadOf } from './instead.ts';
import { type Log, reportError } from './log.ts';
import type { rawSealing } from './raw-results.ts';

/** What the results of one tool are made with. */
interface Sealer {
  readonly tool: ToolDescriptor;
  /** For results without envelope. */
  readonly raw: Sealing | undefined;
  /** Redacts what succeeds; `context` has what redacts the rest. */
  readonly redact: Redact;
  readonly context: { readonly redact: Redact };
  /** Once there is something to check. */
  readonly prepared: { readonly checkData: Validator } | undefined;
}

/** `results: raw` of a tool; undefined for the envelope of EXT §2.4. */
export function rawSealingOf(
  { results, outputSchema }: ToolDescriptor,
  modules: { readonly rawSealing?: typeof rawSealing | undefined },
): Sealing | undefined {
  return results === 'raw'
    ? requireModule(modules.rawSealing, 'results without envelope')(outputSchema !== undefined)
    : undefined;
}

/** The only place where the result of a call is made, for anything that the work returned. */
export function seal(value: unknown, sealer: Sealer, open: OpenCall): CallOutcome {
  try {
    if (isFailure(value)) return sealFailed(value, sealer, open);
    const reply = sealer.raw ? sealRaw(value, sealer.raw, sealer, open) : sealData(value, sealer, open);
    return typeof reply === 'string' ? reply : sealFailed(reply, sealer, open);
  } catch (thrown) {
    return sealThrown(thrown, sealer, open);
  }
}

/** The same for anything that was thrown. */
export function sealThrown(thrown: unknown, sealer: Sealer, open: OpenCall): CallOutcome {
  const other = insteadOf(thrown);
  if (other) return other;
  const { log } = open;
  const internal = (error: unknown): ToolFailure => internalError(error, repeatOf(sealer.tool), log);
  const failed = thrownFailure(thrown) ?? internal(thrown);
  try {
    return sealFailed(failed, sealer, open);
  } catch (broken) {
    return sealFailed(internal(broken), sealer, open);
  }
}

function sealFailed(failed: ToolFailure, { raw, context: { redact } }: Sealer, open: OpenCall): Redacted {
  const members = (raw?.failure ?? sealFailure)(failed, redact);
  const { code } = readable(failed, redact);
  open.code = code;
  open.log(`failed: ${code}`, 'debug');
  return members;
}

function sealRaw(value: unknown, { success }: Sealing, { redact }: Sealer, open: OpenCall): Redacted | ToolFailure {
  try {
    return success(value, redact, open.anyData);
  } catch (thrown) {
    return unsealable(thrown, open.log);
  }
}

function sealData(value: unknown, { tool, redact, prepared }: Sealer, { log }: OpenCall): Redacted | ToolFailure {
  const content = isContent(value) ? value : undefined;
  const checked = requireModule(prepared, 'this tool').checkData(content === undefined ? value : content.data);
  if ('issues' in checked) return invalidResult(checked.issues.map(({ message }) => message).join(' '), log);
  const data = checked.value;
  try {
    if (content === undefined) return sealSuccess(data, redact);
    return sealBlocks({ blocks: content.blocks, data }, tool.outputSchema !== undefined, redact);
  } catch (thrown) {
    return unsealable(thrown, log);
  }
}

function unsealable(thrown: unknown, log: Log): ToolFailure {
  return thrownFailure(thrown) ?? invalidResult(reportError(thrown), log);
}
