-- Several processes: who owns which piece of work, and that nobody writes for a piece that is somebody else's by now.

-- A lease's fence becomes part of a key: a new owner then waits for every transaction that has taken `fenced`, while the
-- owner's own renewals, which leave it as it is, wait for nobody.
CREATE UNIQUE INDEX leases_name_fence ON leases (name, fence);

-- Processes that seek pieces of a kind, so that each takes its fair share. A row nobody renews is nobody.
CREATE TABLE members (
  kind       text NOT NULL,
  id         text NOT NULL,
  expires_at timestamptz NOT NULL,
  PRIMARY KEY (kind, id)
);
GRANT SELECT, INSERT, UPDATE, DELETE ON members TO vigia_app;

-- Called first in a transaction that writes for an owned piece; VF001 where the piece has another owner by now.
CREATE FUNCTION fenced(piece text, held_fence bigint) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp AS $$
BEGIN
  PERFORM 1 FROM leases WHERE name = piece AND fence = held_fence FOR KEY SHARE;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'the lease % has another owner', piece USING ERRCODE = 'VF001';
  END IF;
END $$;
REVOKE ALL ON FUNCTION fenced(text, bigint) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION fenced(text, bigint) TO vigia_app;
