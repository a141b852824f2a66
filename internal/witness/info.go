package witness

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"path"
	"strings"
	"time"

	"github.com/tandem-verifier/tandem/internal/ir"
)

// Info has the facts about the task and the producer that a witness contains.
type Info struct {
	Producer      string
	Version       string
	InputFiles    []string          // as the user named them; at least one
	Hashes        map[string]string // SHA-256 in hex of each of InputFiles
	Specification string            // the text of the property file
	DataModel     ir.DataModel
	CreationTime  time.Time
	CommandLine   string // optional
}

// check returns an error if a required fact is missing.
func (i *Info) check() error {
	switch {
	case i.Producer == "" || i.Version == "":
		return fmt.Errorf("witness: no producer or version")
	case len(i.InputFiles) == 0:
		return fmt.Errorf("witness: no input file")
	case strings.TrimSpace(i.Specification) == "":
		return fmt.Errorf("witness: no specification")
	case i.CreationTime.IsZero():
		return fmt.Errorf("witness: no creation time")
	}
	for _, f := range i.InputFiles {
		if len(i.Hashes[f]) != 2*sha256.Size {
			return fmt.Errorf("witness: no SHA-256 of %s", f)
		}
	}
	return nil
}

// spec returns the specification on one line.
func (i *Info) spec() string { return strings.Join(strings.Fields(i.Specification), " ") }

// metadata returns the metadata of a YAML entry. The uuid is a function of the other metadata and of the content, so
// that equal input gives an equal witness.
func (i *Info) metadata(version, content string) Metadata {
	m := Metadata{
		FormatVersion: version,
		CreationTime:  i.CreationTime.Format(time.RFC3339),
		Producer:      Producer{Name: i.Producer, Version: i.Version, CommandLine: i.CommandLine},
		Task: TaskInfo{
			InputFiles:    append([]string(nil), i.InputFiles...),
			Hashes:        map[string]string{},
			Specification: i.spec(),
			DataModel:     i.DataModel.String(),
			Language:      "C",
		},
	}
	for _, f := range i.InputFiles {
		m.Task.Hashes[f] = i.Hashes[f]
	}
	m.UUID = uuid(fmt.Sprintf("%v\x00%s", m, content))
	return m
}

// uuid returns a name-based UUID in the layout of RFC 4122 (version 5, with the first half of SHA-256 in place of
// SHA-1).
func uuid(name string) string {
	h := sha256.Sum256([]byte(name))
	h[6] = h[6]&0x0f | 0x50
	h[8] = h[8]&0x3f | 0x80
	x := hex.EncodeToString(h[:16])
	return x[:8] + "-" + x[8:12] + "-" + x[12:16] + "-" + x[16:20] + "-" + x[20:]
}

// fileName returns the input file to which a position refers: the file whose name is spelled the same, whose path is
// the same, or which is the only one with the same base name. It returns "" if there is none.
func (i *Info) fileName(file string) string { return matchFile(file, i.InputFiles) }

// matchFile does the work of fileName for any list of files.
func matchFile(file string, among []string) string {
	for _, f := range among {
		if f == file {
			return f
		}
	}
	for _, f := range among {
		if path.Clean(f) == path.Clean(file) {
			return f
		}
	}
	found := ""
	for _, f := range among {
		if path.Base(f) == path.Base(file) {
			if found != "" {
				return ""
			}
			found = f
		}
	}
	return found
}

// Hash returns the SHA-256 of data in hex.
func Hash(data []byte) string {
	h := sha256.Sum256(data)
	return hex.EncodeToString(h[:])
}
