const PRODUCTION = /^(?:packages|brokers|apps)\/(?!testkit\/)[^/]+\/src\/.+[.]tsx?$/;
const TEST_CODE = /[.]test[.]tsx?$|[.]d[.]ts$|\/tests?\/|\/testing\b[^/]*(?:[.]tsx?$|\/)/;

/**
 * Returns true if a file is production code, that is, neither a test nor a test helper.
 * @param {string} file relative to the project
 */
export const isProduction = (file) => PRODUCTION.test(file) && !TEST_CODE.test(file);
