/** Joins class names; for layout next to the classes of a component, not to override them. */
export { clsx as cn } from 'clsx';
