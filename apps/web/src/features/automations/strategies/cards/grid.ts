/** Class of the grid of cards: as many cards per row as fit, one per row on a phone. */
export const CARD_GRID_CLASS = 'grid grid-cols-[repeat(auto-fill,minmax(min(100%,320px),1fr))] gap-4 max-md:gap-3';
