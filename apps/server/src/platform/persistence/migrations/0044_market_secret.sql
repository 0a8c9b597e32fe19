-- The simulated market has a sealed key of 256 bits, which the server stores at its first start. The old seed of 32 bits
-- no longer determines any price.
DELETE FROM installation WHERE key = 'market_seed';
