/**
 * The part of the linter's plugin interface that the project's rules use, with the part of the syntax tree (ESTree with
 * JSX) that they read.
 */
export type Node =
  | { type: 'Identifier'; name: string }
  | { type: 'Literal'; value: unknown }
  | { type: 'TemplateLiteral'; quasis: readonly { value: { raw: string } }[] }
  | { type: 'ConditionalExpression'; consequent: Node; alternate: Node }
  | { type: 'LogicalExpression'; left: Node; right: Node }
  | { type: 'NewExpression'; callee: Node; arguments: readonly Node[] }
  | { type: 'CallExpression'; callee: Node }
  | { type: 'MemberExpression'; object: Node; property: Node }
  | { type: 'JSXText'; value: string }
  | { type: 'JSXExpressionContainer'; expression: Node; parent: Node }
  | { type: 'JSXAttribute'; name: { name: string }; value: Node | null }
  | { type: 'JSXElement' | 'JSXFragment' };

export type Context = { report: (fault: { node: Node; message: string }) => void };

type Visitor = { [Type in Node['type']]?: (node: Extract<Node, { type: Type }>) => void };

export type Rule = { create: (context: Context) => Visitor };
