package testgen

import (
	"embed"

	"github.com/tandem-verifier/tandem/internal/ctext"
)

//go:embed c/*.c
var cFiles embed.FS

// cText has the constant C text of harnesses, drivers and fuzz targets.
var cText = ctext.New(cFiles, "c")
