-- the scheme that versions are claimed by; NULL until the first commit says it
ALTER TABLE manifest_dataset ADD COLUMN scheme TEXT;

-- that of the latest version: a name of the newer one has 20 digits
UPDATE manifest_dataset SET scheme = (
    SELECT CASE WHEN v.path LIKE '%/____________________.manifest%' THEN 'V2' ELSE 'V1' END
    FROM manifest_version v WHERE v.dataset_id = manifest_dataset.dataset_id AND v.version < 0
    ORDER BY v.version DESC LIMIT 1);
