/** @import { Node, Rule } from './syntax.ts' */

const AMBIENT = new Set([
  'Date',
  'Math',
  'setTimeout',
  'setInterval',
  'setImmediate',
  'fetch',
  'process',
  'performance',
  'crypto',
  'localStorage',
]);

/**
 * Reports three forms of access to the wall clock and similar values that the built-in rules cannot describe: `new
 * Date()`, `Date()`, and access through `globalThis` to names that other rules forbid.
 * @type {Rule}
 */
export const noAmbientTime = {
  create: (context) => ({
    NewExpression(node) {
      if (isDate(node.callee) && node.arguments.length === 0)
        context.report({ node, message: 'new Date() reads the wall clock: take a Clock' });
    },
    CallExpression(node) {
      if (isDate(node.callee)) context.report({ node, message: 'Date() reads the wall clock: take a Clock' });
    },
    MemberExpression(node) {
      if (node.object.type !== 'Identifier' || node.object.name !== 'globalThis') return;
      const name = node.property.type === 'Identifier' ? node.property.name : literalOf(node.property);
      if (AMBIENT.has(name)) context.report({ node, message: `globalThis.${name} is ambient: take it as a parameter` });
    },
  }),
};

/** @param {Node} node */
const isDate = (node) => node.type === 'Identifier' && node.name === 'Date';

/** @param {Node} node */
const literalOf = (node) => (node.type === 'Literal' ? String(node.value) : '');
