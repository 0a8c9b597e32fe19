/**
 * Compares the error codes of the API with the codes that servers returned in the integration tests.
 * @param {object} found
 * @param {readonly string[]} found.codes all error codes of the API schema
 * @param {ReadonlySet<string>} found.answered the codes that servers returned
 * @param {Readonly<Record<string, { readonly test: string }>>} found.unanswered the codes that no server returns in
 * these tests
 * @param {(file: string) => string | null} found.textOf the text of a file, null if it does not exist
 * @returns {string[]} one line per fault
 */
export function answeredCodeFaults({ codes, answered, unanswered, textOf }) {
  const missing = codes
    .filter((code) => !answered.has(code) && !(code in unanswered))
    .map((code) => `${code}: no integration test makes a server answer it`);
  const listed = Object.entries(unanswered).flatMap(([code, { test }]) => {
    if (!codes.includes(code)) return [`${code}: listed as unanswered, but not a code of the contract`];
    return new RegExp(`\\b${code}\\b`).test(textOf(test) ?? '') ? [] : [`${code}: not in ${test}`];
  });
  return [...missing, ...listed];
}
