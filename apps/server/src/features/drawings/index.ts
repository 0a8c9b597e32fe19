/** What people draw on their charts. */

export { registerDrawingRoutes } from './drawings.routes.ts';
export { createDrawings, type Drawings } from './drawings.ts';
export { DRAWING_SECTIONS } from './export-sections.ts';
