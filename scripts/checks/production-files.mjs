const PRODUCTION = /^(?:packages|brokers|apps)\/(?!testkit\/)[^/]+\/src\/.+[.]tsx?$/;
const TEST_CODE = /[.]test[.]tsx?$|[.]d[.]ts$|\/tests?\/|\/testing\b[^/]*(?:[.]tsx?$|\/)/;

/**
 * Returns true if a file, relative to the project, is production code and not a test or a part of one. @param {string}
 * file
 */
export const isProduction = (file) => PRODUCTION.test(file) && !TEST_CODE.test(file);
