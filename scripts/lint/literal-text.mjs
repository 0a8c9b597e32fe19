/** @import { Context, Node, Rule } from './syntax.ts' */

const LETTER = /\p{L}/u;

/** JSX attributes whose value is shown on the screen or read by a screen reader. */
const READ_BY_PEOPLE = new Set([
  'title',
  'placeholder',
  'alt',
  'label',
  'heading',
  'description',
  'hint',
  'caption',
  'emptyText',
  'aria-label',
  'aria-description',
  'aria-placeholder',
  'aria-roledescription',
  'aria-valuetext',
]);

/**
 * Reports text on the screen that does not come from a message file. Such text is: letters between tags, string
 * literals in braces between tags, and string literals in attributes that users read. All texts of a screen must be in
 * one place, so that they can be translated.
 * @type {Rule}
 */
export const noLiteralText = {
  create: (context) => ({
    JSXText(node) {
      if (LETTER.test(node.value)) report(context, node);
    },
    JSXExpressionContainer(node) {
      const shown = node.parent.type === 'JSXElement' || node.parent.type === 'JSXFragment';
      if (shown) for (const text of literalsShown(node.expression)) report(context, text);
    },
    JSXAttribute(node) {
      if (!READ_BY_PEOPLE.has(node.name.name) || !node.value) return;
      for (const text of literalsShown(
        node.value.type === 'JSXExpressionContainer' ? node.value.expression : node.value,
      ))
        report(context, text);
    },
  }),
};

/**
 * Returns the string literals in an expression that contain letters and may be shown on the screen.
 * @param {Node} node
 * @returns {Node[]}
 */
function literalsShown(node) {
  switch (node.type) {
    case 'Literal':
      return typeof node.value === 'string' && LETTER.test(node.value) ? [node] : [];
    case 'TemplateLiteral':
      return node.quasis.some((part) => LETTER.test(part.value.raw)) ? [node] : [];
    case 'ConditionalExpression':
      return [...literalsShown(node.consequent), ...literalsShown(node.alternate)];
    case 'LogicalExpression':
      return [...literalsShown(node.left), ...literalsShown(node.right)];
    default:
      return [];
  }
}

/** @param {Context} context @param {Node} node */
const report = (context, node) => context.report({ node, message: 'Text on the screen comes from a message file' });
