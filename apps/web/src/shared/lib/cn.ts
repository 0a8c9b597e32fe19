/** Joins class names; for layout beside a component's own classes, never to overrule them. */
export { clsx as cn } from 'clsx';
