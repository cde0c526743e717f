-- Times are milliseconds since 1970 UTC. A version is unsigned: its first bit is turned over, so that it is in order.

-- a dataset: one at a place; place_key is its base's place whatever way it is written
CREATE TABLE manifest_dataset (
    dataset_id INTEGER NOT NULL PRIMARY KEY,
    identity TEXT NOT NULL UNIQUE,
    place_key TEXT NOT NULL UNIQUE,
    base_uri TEXT NOT NULL,
    takes_in INTEGER NOT NULL,
    opened_at INTEGER NOT NULL
);

-- a place at which a dataset was deleted: what lies there is not taken in again
CREATE TABLE manifest_deleted (
    place_key TEXT NOT NULL PRIMARY KEY,
    deleted_at INTEGER NOT NULL
);

-- which manifest a version is
CREATE TABLE manifest_version (
    version_id INTEGER NOT NULL PRIMARY KEY,
    dataset_id INTEGER NOT NULL REFERENCES manifest_dataset (dataset_id) ON DELETE CASCADE,
    version INTEGER NOT NULL,
    path TEXT NOT NULL,
    size_bytes INTEGER NOT NULL,
    commit_id TEXT,
    committer TEXT NOT NULL,
    committed_at INTEGER NOT NULL,
    UNIQUE (dataset_id, version)
);

CREATE VIEW manifest_version_seen AS
SELECT v.version_id, d.identity, d.place_key, d.base_uri, d.takes_in, v.version, v.path, v.size_bytes, v.commit_id,
    CASE WHEN v.path LIKE '%.manifest' THEN 'FINAL' ELSE 'STAGED' END AS state, v.committer, v.committed_at
FROM manifest_version v JOIN manifest_dataset d ON d.dataset_id = v.dataset_id;

CREATE VIEW manifest_dataset_seen AS
SELECT d.dataset_id, d.identity, d.place_key, d.base_uri, d.takes_in, d.opened_at,
    (SELECT max(v.version) FROM manifest_version v WHERE v.dataset_id = d.dataset_id AND v.version < 0) AS latest_version,
    (SELECT count(*) FROM manifest_version v WHERE v.dataset_id = d.dataset_id) AS version_count
FROM manifest_dataset d;
