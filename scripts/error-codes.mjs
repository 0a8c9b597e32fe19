/**
 * `node scripts/error-codes.mjs`: fails if some error code of the API was not returned by any server in the integration
 * tests. It reads files that the stages of the integration tests write, so these stages must run first.
 */
import { join } from 'node:path';
import { answeredCodeFaults } from './lib/answered-codes.mjs';
import { main, Stop, say } from './lib/say.mjs';
import { answeredCodesFile, SHORT_STAGES } from './lib/stages.mjs';
import { UNANSWERED_CODES } from './lib/unanswered-codes.mjs';
import { ROOT, readIfPresent } from './lib/workspace.mjs';

/** @param {string} file @returns the text of a file of the project, null if it does not exist */
const textOf = (file) => readIfPresent(join(ROOT, file));

await main(async () => {
  const answered = Object.entries(SHORT_STAGES).flatMap(([name, stage]) => {
    if (stage.recordsCodes !== true) return [];
    const lines = readIfPresent(answeredCodesFile(name));
    if (lines === null) throw new Stop(`Falta la etapa ${name}: ejecuta antes «node scripts/stage.mjs ${name}».`);
    return lines.split('\n');
  });
  const { components } = JSON.parse(textOf('docs/openapi.json') ?? '{}');
  /** @type {readonly string[]} */
  const codes = components.schemas.ErrorBody.properties.error.properties.code.enum;
  const faults = answeredCodeFaults({ codes, answered: new Set(answered), unanswered: UNANSWERED_CODES, textOf });
  for (const fault of faults) say(fault);
  process.exitCode = faults.length === 0 ? 0 : 1;
});
