-- The address of an external strategy may serve further ones, each for another asset. The symbol of a message chooses
-- among them.
ALTER TABLE signal_doors
  ADD COLUMN served_by uuid REFERENCES strategies (id) ON DELETE SET NULL CHECK (served_by <> strategy_id);
CREATE INDEX signal_doors_served_by ON signal_doors (served_by);
