"""The arrows of the data flow, one public function a module. Knows ports and domain only."""
